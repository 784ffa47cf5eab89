/** Files packed by bzip2 1.0.8 (through Python's `bz2`), since Deno can pack none; base64, in lines. */
export const BZIP2_SAMPLES = {
  /** A map of one node and one way, in one stream. */
  map: [
    "QlpoOTFBWSZTWd/30sgAAB1ZgAQAUAP15yfvnaAgAHUQRAMgANGaaag1AyJpoyYgAAY+rkYxTbE6bMksCSQ2kFIqFAkg",
    "PF4IUKblsE618iMdkKEadevMGBccFF7QQsaERpU+bkBVZaQNB0w+6K5NgbRYbjU9xI/F3JFOFCQ3/fSyAA==",
  ],
  /** The same, its first 50 bytes in a stream of level 1 and the rest in one of level 9. */
  mapInTwoStreams: [
    "QlpoMTFBWSZTWUrLBCUAAA3ZgAQAUANx5yYnjAAgACIhmohmkMm01CgAGgZMgeoVOrwNZlWJDgCtjsqdjT5Zm2moOe+a",
    "SN/xdyRThQkErLBCUEJaaDkxQVkmU1mp37DqAAAM2YAEAFAA9Icn752gIABIaFNNA9T0gaDNIYw1M9QIYATSFt5Runlo",
    "wUxEmGZMsJYIhBeJv5tziYf2xUQOp0ykYGd/HUi4gQRsoEcKHP4u5IpwoSFTv2HU",
  ],
  /** For each i below 600, i times the byte i modulo 256; level 1, so in two blocks. */
  runs: [
    "QlpoMTFBWSZTWfJLW7IAABB/////////////////////////////////////////////4AmdgAAAAQAAAAAMAjP1Up5I",
    "ymEyANNGmQDTQBggyZNNGmhoDQ0AAGE0yDIaMjE00NNMg0AADQMg0AAyaAAZGgaGjCDE0DEzf/6qqgklVT/9Kqnv/9VV",
    "T/9VVP/1VQAAAAAAAAAAABoAAAAAAAAAAAAAAAAAAAAAAAAAAAASYACYAAmAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAkqp/mVUqj3/6qp/+qqkYAAABNMAAABMmABMTAAAAAAAAEYmAAAJpgCYmAAAAAARiYAAAASYACYAAmAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAACTAATAAEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/p/EpcHAHA5wsHwcHCH",
    "BwI6vJ/a1/YuEo4KCuBDfEXOATgHBVwfBWBwrhXC7jApGuD0TgcDdzg4CjWaIvDLmQFGuF6IvDbmQFGt6IvDrmQFGt6I",
    "vD7mQFGt6IvELmQFGt6IvEbmQFGt6IvErmQFGt6IvE7mQFGt6IvFLmQFGt6IvFbmQFGt6IvFrmQFGt6IvF7mQFGt6IvG",
    "LmQFGt6IvGbmQFGt6IvGrmQFGt6IvG7mQFGt6IvHLmQFGt6IvHbmQFGt6IvHrmQFGt6IvH7mQFGt6IvILmQFGt6IvIbm",
    "QFGt6IvIrmQFGt6IvI7mQFGt6IvJLmQFGt6IvJbmQFGt6IvJrmQFGt6IvJ7mQFGt6IvKLmQFGt6IvKbmQFGt6IvKrmQF",
    "Gt6IvK7mQFGt6IvLLmQFGt6IvLbmQFGt6IvLrmQFGt6IvL7mQFGt6IvMLmQFGt6IvMbmQFGt6IvMrmQFGt6IvM7mQFGt",
    "6IvNLmQFGt6IvNbmQFGt6IvNrmQFGt6IvN7mQFGt6IvOLmQFGt6IvObmQFGt6IvOrmQFGt6IvO7mQFGt6IvPLmQFGt6I",
    "vPbmQFGt6IvPrmQFGt6IvP7mQFGt6IvQLmQFGt6IvQbmQFGt6IvQrmQFGt6IvQ7mQFGt6IvRLmQFGt6IvRbmQFGt6IvR",
    "rmQFGt6IvR7mQFGt6IvSLmQFGt6IvSbmQFGt6IvSrmQFGt6IvS7mQFGt6IvTLmQFGt6IvTbmQFGt6IvTrmQFGt6IvT7m",
    "QFGt6IvULmQFGt6IvUbmQFGt6IvUrmQFGt6IvU7mQFGt6IvVLmQFGt6IvVbmQFGt6IvCXMgKNb0RerXMgKNb0ReEuZAU",
    "a3oi9XuZAUa3oi9YuZAUa3oi9ZucFkBRreiPWuCmQOBwnDwcSxcPW6WIOHhOHg4li4euUuJFw8PDZOu1gnNsnXqwTm2T",
    "r9YJzbJ2CsE5tk7DWCc2ydirBObZOx1gnNsnZKwTm2TstYJzbJ2asE5tk7PWCc2ydorBObZO01gnNsnaqwTm2TtdYJzb",
    "J2ysE5tk7bWCc2ydurBObZO31gnNsncKwTm2TuNYJzbJ3KsE5tk7nWCc2yd0rBObZO61gnNsndqwTm2Tu9YJzbJ3isE5",
    "tk7zWCc2yd6rBObZO91gnNsnfKwTm2TvtYJzbJ36sE5tk7/WCc2yeArBObZPA1gnNsngqwTm2TwdYJzbJ4SsE5tk8LWC",
    "c2yeGrBObZPD1gnNsniKwTm2TxNYJzbJ4qsE5tk8XWCc2yeMrBObZP9qwTm2T/esE5tk8bWCc2yeOrBObZPH1gnNsn/F",
    "YJzbJ5CsE5tk8jWCc2yeSrBObZPJ1gnNsnlKwTm2TytYJzbJ5asE5tk8vWCc2yeYrBObZPM1gnNsnmqwTm2TzdYJzbJ5",
    "ysE5tk87WCc2yeerBObZPP1gnNsnoKwTm2T0NYJzbJ6KsE5tk9HWCc2yekrBObZP+awTm2T0tYJzbJ/1WCc2yemrBObZ",
    "PT1gnNsnqKwTm2T1NYJzbJ6qsE5tk9XWCc2yesrBObZPW1gnNsnrqwTm2T/usE5tk9fWCc2yewrBObZPY1gnNsn/lYJz",
    "bJ7KsE5tk9nWCc2ye0rBObZPa1gnNsntqwTm2T29YJzbJ7isE5tk9zWCc2ye6rBObZPd1gnNsnvKwTm2T3tYJzbJ76sE",
    "5tk9/WCc2yfArBObZPg1gnNsnwqwTm2T4dYJzbJ8SsE5tk+LWCc2yfGrBObZPj1gnNsnyKwTm2T5NYJzbJ8qsE5tk+XW",
    "Cc2yfMrBObZPm1gnNsnzqwTm2T59YJzbJ9CsE5tk+jWCc2yfSrBObZPp1gnNsn1KwTm2T6tYJzbJ9asE5tk+vWCc2yf+",
    "1gnNsn/1YJzbJ9isE5tk+zWCc2yfarBObZP/6wTm2T7dYJzbJ9ysE5tk+7WCc2yferBObZPv1gnNsn4KwTm2T8NYJzbJ",
    "+KsE5tk/HWCc2yfkrBObZPy1gnNsn5qwTm2T89YJzbJ+isE5tk/TWCc2yfqrBObZP11gnNsn7KwTm2T9tYJzbJ+6sE5t",
    "k/fWCc2yfwrBObZOD+OCc2074gTribVfy4glSnX6cqVtXRKlVX6cqK1SoRERERERERERERERERERERERERERERERERER",
    "EREREREREREREREREREREREAAAAAAAAAAAAAAAAAAAAAAAAABW6r/9Q1Kkra5RRVUpRVBRSpyiipVVldlFFKuVldlFFK",
    "sp0VcoKo/qLuSKcKEh5Ja3ZA",
  ],
  /** No bytes at all. */
  nothing: [
    "QlpoORdyRThQkAAAAAA=",
  ],
} as const;

/** The bytes of a sample. */
export function bzip2Sample(name: keyof typeof BZIP2_SAMPLES): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(BZIP2_SAMPLES[name].join("")), (letter) => letter.charCodeAt(0));
}
