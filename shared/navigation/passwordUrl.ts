import { removeParam } from '../engine/urlParams.ts'

/** URL parameter that opens the Reset Password modal on any page: `?password`. */
export const passwordParam = 'password'

/** Whether a query string opens the modal. */
export const hasPasswordParam = (search: string): boolean =>
  new URLSearchParams(search).has(passwordParam)

/** Opens the modal in a query string; everything else stays as written. */
export function withResetPasswordParam(search: string): string {
  const rest = removePasswordParam(search)
  return rest === '' ? `?${passwordParam}` : `${rest}&${passwordParam}`
}
export const removePasswordParam = (search: string): string => removeParam(search, passwordParam)

/** Whether two URLs differ only in the open modal, so that the page stays as it is. */
export const isSameExceptPassword = (from: PageLocation, to: PageLocation): boolean =>
  from.pathname === to.pathname &&
  hasPasswordParam(from.search) !== hasPasswordParam(to.search) &&
  removePasswordParam(from.search) === removePasswordParam(to.search)

type PageLocation = { pathname: string; search: string }

/** Name of the form's buttons, to distinguish it from the page's forms, and their values. */
export const passwordIntent = 'resetPassword'
export const passwordIntents = { change: 'change', generate: 'generate' } as const
