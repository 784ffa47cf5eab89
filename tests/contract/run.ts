/** The suite against a deployment: `deno task contract BASE_URL [--write] [--point=LAT,LNG]`. */
import { deploymentTarget, UsageError } from "./command_line.ts";
import { contractSuite } from "./suite.ts";

try {
  contractSuite(deploymentTarget(Deno.args, Deno.env.get("CONTRACT_BASE_URL")));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  // deno-lint-ignore no-console -- a command prints its usage to the console
  console.error(error.message);
  Deno.exit(2);
}
