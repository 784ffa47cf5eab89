export * from "npm:playwright-core@1.65.1";
