import { assertEquals } from "@std/assert";
import { attributes, html, renderHtml } from "../../src/html/html.ts";
import { formatMoney } from "../../src/html/words.ts";

Deno.test("interpolated text cannot become markup, in text or in quoted attributes", () => {
  const text = `<script>"'&`;
  assertEquals(
    renderHtml(html`<p title="${text}">${text}</p>`),
    '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
  );
});

Deno.test("null and false write nothing, zero writes 0", () => {
  assertEquals(renderHtml(html`[${null}${false}${0}]`), "[0]");
});

Deno.test("attributes are escaped, bare where true, and left out where there is no value", () => {
  const input = attributes({
    name: `"'<&>`,
    value: "",
    min: 0,
    required: true,
    disabled: false,
    class: null,
    lang: undefined,
  });
  assertEquals(
    renderHtml(html`<input ${input}>`),
    '<input name="&quot;&#39;&lt;&amp;&gt;" value="" min="0" required>',
  );
});

Deno.test("a template's indentation is not sent, what is interpolated stays as it is", () => {
  const text = "one\n    two";
  const page = html`
    <p>
      ${text}
    </p>
  `;
  assertEquals(renderHtml(page), "\n<p>\none\n    two\n</p>\n");
});

Deno.test("centavos are written as pesos with two decimals and thousands apart", () => {
  const written = [0, 5, 9_550, 99_999, 100_000, 123_456_789].map((cents) => formatMoney(cents));
  assertEquals(written, ["$0.00", "$0.05", "$95.50", "$999.99", "$1,000.00", "$1,234,567.89"]);
});
