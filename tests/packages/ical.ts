export { default } from "npm:ical.js@2.2.1";
