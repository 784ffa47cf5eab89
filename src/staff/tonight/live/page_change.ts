/**
 * Changes of a page that is open: HTML that the script carries out, one `template` each. Carried out twice they change nothing
 * more, so that an event may be told again.
 */
import { type Html, html } from "../../../pages/html.ts";

/** Puts `element` in the place of the one with its id. */
export function replaceElement(element: Html): Html {
  return html`<template data-op="replace">${element}</template>`;
}

/** Puts `element` among the children of `parent`, by `data-orden`, and takes away the one with its id wherever that was. */
export function putInto(parent: string, element: Html): Html {
  return html`<template data-op="put" data-in="${parent}">${element}</template>`;
}

/** {@linkcode putInto} where there is no element with its id, else nothing. */
export function ensureIn(parent: string, element: Html): Html {
  return html`<template data-op="ensure" data-in="${parent}">${element}</template>`;
}

/** Takes away the element with the id, where there is one. */
export function dropElement(id: string): Html {
  return html`<template data-op="drop" data-id="${id}"></template>`;
}
