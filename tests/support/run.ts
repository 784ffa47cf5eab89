/** Runs `program` to its end. @returns its standard output @throws {Error} with its output if it fails */
export async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args] }).output();
  const [text, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`${program} failed: ${`${text}\n${errors}`.slice(-2_000)}`);
  return text!;
}
