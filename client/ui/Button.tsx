import { useActorRef, useSelector } from '@xstate/react'
import { useLayoutEffect, useRef } from 'react'
import type { ComponentPropsWithRef } from 'react'
import { buttonMachine, isLoading } from '#machines/button.ts'
import { messages } from '#shared/messages.ts'
import { Link } from './Link.tsx'
import type { LinkProps } from './Link.tsx'
import * as styles from './Button.css.ts'

type ButtonStyle = {
  size?: keyof typeof styles.size | undefined
  color?: keyof typeof styles.color | undefined
  variant?: keyof typeof styles.variant | undefined
}

type ButtonProps = ButtonStyle &
  Omit<ComponentPropsWithRef<'button'>, 'color'> & {
    /**
     * Whether its work is in progress. The button is then disabled and says "Processing" (spec.md
     * section 2).
     */
    loading?: boolean
  }

const getButtonClass = ({ size = 'normal', color = 'primary', variant = 'normal' }: ButtonStyle) =>
  [
    styles.size[size],
    styles.variant[variant],
    styles.color[color],
    variant === 'outline' && color === 'white' && styles.whiteOutline,
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Renders a button (spec.md section 2, "Shared interface elements"). It submits only if its `type`
 * says so.
 */
export function Button({ loading, ...rest }: ButtonProps) {
  return loading === undefined ? (
    <PlainButton {...rest} loading={false} />
  ) : (
    <LoadingButton {...rest} loading={loading} />
  )
}

type LoadableButtonProps = ButtonProps & { loading: boolean }

/** Keeps its width while loading, so that a second press can't hit anything else. */
function LoadingButton({ loading, ...rest }: LoadableButtonProps) {
  const actor = useActorRef(buttonMachine, { input: { loading } })
  const button = useRef<HTMLButtonElement>(null)
  // Runs before the browser paints, so that no frame shows a button that can be pressed twice.
  useLayoutEffect(() => {
    const { current: own } = button
    if (own) own.style.minWidth = loading ? `${own.offsetWidth}px` : ''
    actor.send({ type: loading ? 'loading.start' : 'loading.stop' })
  }, [actor, loading])
  return <PlainButton ref={button} {...rest} loading={useSelector(actor, isLoading)} />
}

function PlainButton({
  size,
  color,
  variant,
  loading,
  disabled,
  children,
  ...rest
}: LoadableButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={getButtonClass({ size, color, variant })}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
      data-danger={color === 'error' || undefined}
    >
      {loading ? messages.processing : children}
    </button>
  )
}

/** Renders a link that looks like a button, for navigation rather than an action. */
export function ButtonLink({ size, color, variant, ...rest }: ButtonStyle & LinkProps) {
  return <Link {...rest} className={getButtonClass({ size, color, variant })} />
}
