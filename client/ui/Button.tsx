import type { ComponentPropsWithRef } from 'react'
import { messages } from '#shared/messages.ts'
import { Link } from './Link.tsx'
import type { LinkProps } from './Link.tsx'
import * as styles from './Button.css.ts'

type Look = {
  /** Default `normal`. */
  size?: keyof typeof styles.size
  /** Default `primary`. */
  color?: keyof typeof styles.color
  /** Default `normal`. */
  variant?: keyof typeof styles.variant
}

export type ButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, 'color'> & {
    /** While loading the button is disabled and says "Processing" (spec.md section 2). */
    loading?: boolean
  }

const look = ({ size = 'normal', color = 'primary', variant = 'normal' }: Look) =>
  [
    styles.size[size],
    styles.variant[variant],
    styles.color[color],
    variant === 'outline' && color === 'white' && styles.whiteOutline,
  ]
    .filter(Boolean)
    .join(' ')

/** A button (spec.md section 2, "Shared interface elements"). It submits only when its type says so. */
export function Button({
  size,
  color,
  variant,
  loading = false,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look(compact({ size, color, variant }))}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
    >
      {loading ? messages.processing : children}
    </button>
  )
}

/** A link that looks like a button: for what leads somewhere rather than does something. */
export function ButtonLink({ size, color, variant, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={look(compact({ size, color, variant }))} />
}

/** Leaves out what is not given, so that the defaults hold. */
const compact = (given: { [K in keyof Look]: Look[K] | undefined }): Look =>
  // What is left are the given values of the same keys.
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Look
