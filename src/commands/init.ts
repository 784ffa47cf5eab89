import { parseArgs } from "@std/cli";
import { JSON_SCHEMA_FILE_NAME, restaurantJsonSchema } from "../restaurant/schema.ts";
import { SAMPLE_FILE_TEXT } from "../restaurant/load.ts";
import type { CommandIo } from "./io.ts";

const USAGE = "usage: sobremesa init [--dir DIR]";
const RESTAURANT_FILE_NAME = "restaurante.json";

/**
 * `sobremesa init [--dir DIR]`: writes a restaurant file to start from, and the JSON Schema by which editors help to fill it
 * in. Overwrites neither.
 *
 * @returns the exit code: 0 when both are written, 1 when one could not be, 2 when the arguments make no sense
 */
export async function init(args: readonly string[], io: CommandIo): Promise<number> {
  const dir = readArgs(args);
  if (dir === null) {
    io.err(USAGE);
    return 2;
  }
  const file = inDir(dir, RESTAURANT_FILE_NAME);
  const schema = inDir(dir, JSON_SCHEMA_FILE_NAME);
  try {
    await refuseExisting([file, schema]);
    await Deno.mkdir(dir, { recursive: true });
    await writeNew(schema, JSON.stringify(restaurantJsonSchema(), null, 2) + "\n");
    await writeNew(file, SAMPLE_FILE_TEXT);
  } catch (error) {
    io.err(reason(error));
    return 1;
  }
  for (const line of nextSteps(file, schema)) io.out(line);
  return 0;
}

function readArgs(args: readonly string[]): string | null {
  let known = true;
  const { dir = ".", _: rest } = parseArgs(args, {
    string: ["dir", "_"],
    unknown: () => known = false,
  });
  return known && rest.length === 0 && typeof dir === "string" && dir !== "" ? dir : null;
}

function inDir(dir: string, name: string): string {
  return dir === "." ? name : `${dir.replace(/\/+$/, "")}/${name}`;
}

class FileExists extends Error {
  override readonly name = "FileExists";
}

/** Looked at before anything is written, so that a refusal leaves nothing behind. */
async function refuseExisting(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const found = await Deno.lstat(path).catch(absent);
    if (found) throw new FileExists(path);
  }
}

function absent(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await Deno.writeTextFile(path, text, { createNew: true });
  } catch (error) {
    throw error instanceof Deno.errors.AlreadyExists ? new FileExists(path) : error;
  }
}

function reason(error: unknown): string {
  if (error instanceof FileExists) {
    return `${error.message} exists already and stays as it is: move it away, or choose another folder with --dir DIR`;
  }
  return `the files cannot be written: ${error instanceof Error ? error.message : error}`;
}

function nextSteps(file: string, schema: string): string[] {
  return [
    `Wrote ${file}, a restaurant to start from, and ${schema}, by which editors help to fill it in.`,
    "Next:",
    `  1. Edit ${file}: name, phone, location, hours, menu.`,
    `  2. sobremesa check ${file}`,
    `  3. RESTAURANT_FILE=${file} BASE_URL=https://your.address sobremesa serve`,
  ];
}
