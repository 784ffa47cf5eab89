/**
 * Checks an order that came by message against what its link has sealed: GET and POST /pedido, and GET /pedido/{token}, which is a
 * guest's link at the board's address. Nothing is kept of it.
 */
import { pastedLinks } from "../../domain/order_draft/pasted_link.ts";
import type { Answer } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports.ts";
import { checkLink } from "./opened_order.ts";
import { orderCheckPage } from "./order_check_page.ts";
import { lastSegment, type StaffRoute, type StaffVisit } from "../route.ts";

export function orderCheckRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    {
      method: "GET",
      path: "/pedido",
      show: ({ actor }) => orderCheckPage({ deps, actor, pasted: "", checks: null }),
    },
    {
      method: "GET",
      path: "/pedido/{token}",
      show: (visit) => check(deps, visit, `${deps.baseUrl}/pedido/${lastSegment(visit.pathname)}`),
    },
    {
      method: "POST",
      path: "/pedido",
      act: (act) => check(deps, act, act.form.get("mensaje") ?? ""),
    },
  ];
}

async function check(deps: StaffDeps, { actor }: StaffVisit, pasted: string): Promise<Answer> {
  const links = pastedLinks(pasted);
  const checks = await Promise.all(links.map((link) => checkLink(deps, link, pasted)));
  return orderCheckPage({ deps, actor, pasted, checks });
}
