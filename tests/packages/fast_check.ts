export { default } from "npm:fast-check@4.10.2";
export * from "npm:fast-check@4.10.2";
