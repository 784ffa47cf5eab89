/** Checks an order that came by message against what its link has sealed: GET and POST /pedido. Nothing is kept of it. */
import { pastedLinks } from "../../domain/pasted_link.ts";
import type { StaffDeps } from "../../staff_deps.ts";
import { checkLink } from "./opened_order.ts";
import { orderCheckPage } from "./order_check_page.ts";
import type { StaffRoute } from "./route.ts";

export function orderCheckRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    {
      method: "GET",
      path: "/pedido",
      show: ({ actor }) => orderCheckPage({ deps, actor, pasted: "", checks: null }),
    },
    {
      method: "POST",
      path: "/pedido",
      async act({ actor, form }) {
        const pasted = form.get("mensaje") ?? "";
        const links = pastedLinks(pasted);
        const checks = await Promise.all(links.map((link) => checkLink(deps, link, pasted)));
        return orderCheckPage({ deps, actor, pasted, checks });
      },
    },
  ];
}
