import { JSDOM } from 'jsdom'

import type { Node } from './programs/barePage.mjs'

export const dataPlaceholder = '(data)'

/** Attributes that have a different name in React. */
const reactNames = new Map([
  ['class', 'className'],
  ['for', 'htmlFor'],
  ['charset', 'charSet'],
  ['tabindex', 'tabIndex'],
  ['colspan', 'colSpan'],
  ['maxlength', 'maxLength'],
  ['autocomplete', 'autoComplete'],
  ['inputmode', 'inputMode'],
  ['checked', 'defaultChecked'],
  ['value', 'defaultValue'],
])

/** Returns the elements of a page as data, with `dataPlaceholder` in place of its JSON block. */
export function parseMarkup(html: string): Node {
  return toNode(new JSDOM(html).window.document.documentElement)
}

function toNode(element: Element): Node {
  const tag = element.localName
  const isData = tag === 'script' && element.getAttribute('type') === 'application/json'
  const children = isData ? [dataPlaceholder] : [...element.childNodes].flatMap(toChildNodes)
  const attributes = [...element.attributes].map(({ name, value }) => {
    const isInput = ['input', 'select', 'textarea'].includes(tag)
    const react = name === 'value' && !isInput ? name : (reactNames.get(name) ?? name)
    return [react, value === '' && name !== 'value' && name !== 'alt' ? true : value]
  })
  return [tag, Object.fromEntries(attributes), ...children]
}

function toChildNodes(child: ChildNode): Node[] {
  if (child.nodeType === child.TEXT_NODE) return [child.textContent ?? '']
  // A node whose type is ELEMENT_NODE is an element.
  return child.nodeType === child.ELEMENT_NODE ? [toNode(child as Element)] : []
}
