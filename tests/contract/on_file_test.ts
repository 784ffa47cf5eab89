/** The suite against a service on a file. */
import { ownService } from "./own_service.ts";
import { contractSuite } from "./suite.ts";

contractSuite(ownService("file", () => Promise.resolve({ env: {}, end: async () => {} })));
