import type { ComponentPropsWithRef } from 'react'

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & {
  /** An address of the console, from its root: `/sizes?edit=1`. */
  to: string
  /** For links that change a part of the page: it stays where it was scrolled to. */
  preventScrollReset?: boolean
}

/** The attribute that `preventScrollReset` becomes, for those who write the `<a>` themselves. */
export const keepScrollAttribute = { 'data-keep-scroll': '' }

/** A plain `<a>`, followed by the shell (`useLinkClicks`): React Router's own was a seventh of a list's CPU. */
export function Link({ to, preventScrollReset = false, children, ...rest }: LinkProps) {
  return (
    <a href={to} {...(preventScrollReset && keepScrollAttribute)} {...rest}>
      {children}
    </a>
  )
}
