/** Matches the element with exactly this text, even if child elements contain parts of it. */
export const hasExactText = (text: string) => (_: string, element: Element | null) =>
  element?.textContent === text && ![...element.children].some((part) => part.textContent === text)
