const many = (item: string, count: number): string => Array(count).fill(item).join(",");

/** Files of mistakes only, with `share` of as many as the limits of size and of values let through. */
export function floods(share = 1): Readonly<Record<string, string>> {
  const most = Math.floor(19_000 * share);
  return {
    sections: `{"secciones":[${many("{}", most)}]}`,
    dishes: `{"secciones":[{"nombre":"a","platillos":[${many("{}", most)}]}]}`,
    presentations: `{"secciones":[{"platillos":[{"presentaciones":[${many("{}", most)}]}]}]}`,
    additions: `{"adiciones":[${many("0", most)}]}`,
    "ids used twice": `{"adiciones":[${many('{"id":"a"}', Math.floor(most / 2.1))}]}`,
    services: `{"horario":{"lunes":[${
      many('{"abre":"13:00","cierra":"14:00"}', Math.floor(most / 3.1))
    }]}}`,
    "unknown fields": JSON.stringify(
      Object.fromEntries(Array.from({ length: most }, (_, n) => [`nombr${n}`, 0])),
    ),
  };
}
