import type { ComponentPropsWithRef } from 'react'

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** A console URL from its root: `/sizes?edit=1`. */
  to: string
  /** For links that change part of the page: keeps the scroll position. */
  preventScrollReset?: boolean | undefined
}

/** The attribute behind `preventScrollReset`, for code that writes the `<a>` itself. */
export const keepScrollAttribute = { 'data-keep-scroll': '' }

/**
 * Renders a plain `<a>` that the shell follows (`useLinkClicks`). React Router's own link costs a
 * list too much CPU.
 */
export function Link({ to, preventScrollReset = false, children, ...rest }: LinkProps) {
  return (
    <a href={to} {...(preventScrollReset && keepScrollAttribute)} {...rest}>
      {children}
    </a>
  )
}
