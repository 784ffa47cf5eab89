/** What the doctor found, and what to do about it. */
export type Finding =
  | { readonly mark: "ok"; readonly about: string; readonly says: string }
  /** It serves, but not as it should. */
  | {
    readonly mark: "warn";
    readonly about: string;
    readonly says: string;
    readonly remedy: string;
  }
  /** It cannot serve, or loses something. */
  | {
    readonly mark: "fail";
    readonly about: string;
    readonly says: string;
    readonly remedy: string;
  };

export function ok(about: string, says: string): Finding {
  return { mark: "ok", about, says };
}

export function warn(about: string, says: string, remedy: string): Finding {
  return { mark: "warn", about, says, remedy };
}

export function fail(about: string, says: string, remedy: string): Finding {
  return { mark: "fail", about, says, remedy };
}

/** An error's own words. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
