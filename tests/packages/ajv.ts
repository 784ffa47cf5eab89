export { default } from "npm:ajv@8.20.0/dist/2020.js";
export * from "npm:ajv@8.20.0/dist/2020.js";
