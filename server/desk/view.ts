// What the pages are written with: templates (htm) that make the elements of Preact, and its hooks.
import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';

export type { ComponentChildren, TargetedEvent, VNode } from 'preact';
export { Component, createContext, Fragment, render } from 'preact';
export { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** html`<p class="quiet">${text}</p>`; a component stands as <${Component} name=${value}>…<//>. Text is never markup. */
export const html = htm.bind(h) as unknown as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;

export type WithChildren = { children?: ComponentChildren };
