import type { ComponentPropsWithRef } from 'react'

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** An address of the console, from its root: `/sizes?edit=1`. */
  to: string
  /** The page stays where it was scrolled to: for links that change a part of it. */
  preventScrollReset?: boolean
}

/** The attribute that `preventScrollReset` becomes, for those who write the `<a>` themselves. */
export const keepScroll = { 'data-keep-scroll': '' }

/**
 * A link to a page of the console: a plain `<a>`. The shell follows it without a new document (`useLinkClicks`). React
 * Router's own link reads six contexts, which for the links of a list was a seventh of the page's CPU.
 */
export function Link({ to, preventScrollReset = false, children, ...rest }: LinkProps) {
  return (
    <a href={to} {...(preventScrollReset && keepScroll)} {...rest}>
      {children}
    </a>
  )
}

/** Whether the page at `pathname` is the one at `path`, or below it. The router reads paths without regard to case. */
export const isWithin = (pathname: string, path: string): boolean =>
  `${pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase())
