import { removeParam } from './flashMessage.ts'

/** The parameter that opens the Reset Password modal on any page: `?password`. */
export const passwordParam = 'password'

/** Whether the query of an address opens the modal. */
export const hasPasswordParam = (search: string): boolean =>
  new URLSearchParams(search).has(passwordParam)

/** The query of an address with the modal open, or closed; what else it says stays as it is written. */
export function withPasswordParam(search: string): string {
  const rest = removePasswordParam(search)
  return rest === '' ? `?${passwordParam}` : `${rest}&${passwordParam}`
}
export const removePasswordParam = (search: string): string => removeParam(search, passwordParam)

/** Whether only the modal opens or closes from one address to the other: the page stays as it is. */
export const isSameExceptPassword = (from: PageLocation, to: PageLocation): boolean =>
  from.pathname === to.pathname &&
  hasPasswordParam(from.search) !== hasPasswordParam(to.search) &&
  removePasswordParam(from.search) === removePasswordParam(to.search)

type PageLocation = { pathname: string; search: string }

/** The name of the form's buttons, which tells it from the forms of the page; and what they ask for. */
export const passwordIntent = 'resetPassword'
export const passwordIntents = { change: 'change', generate: 'generate' } as const
