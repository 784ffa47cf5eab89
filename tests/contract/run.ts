/** The suite against a deployment: `deno task contract BASE_URL [--write] [--all] [--point=LAT,LNG]`. */
import { deploymentTarget } from "./command_line.ts";
import { contractSuite } from "./suite.ts";

contractSuite(deploymentTarget(Deno.args, Deno.env.get("CONTRACT_BASE_URL")));
