/** Finds by text what holds exactly this sentence, also where parts of it are elements of their own. */
export const whole = (text: string) => (_: string, element: Element | null) =>
  element?.textContent === text && ![...element.children].some((part) => part.textContent === text)
