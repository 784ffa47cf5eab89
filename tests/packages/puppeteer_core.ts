export * from "npm:puppeteer-core@24.43.1";
