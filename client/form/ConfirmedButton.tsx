import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import * as styles from './Panel.css.ts'

type Props = {
  /** Name of an input in the same form. */
  field: string
  text: string
  reason: string
  loading: boolean
  children: string
}

/**
 * Renders the red button of an action that is confirmed by typing a code or name. Until the text
 * matches, pressing it focuses the field.
 */
export function ConfirmedButton({ field, text, reason, loading, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const why = useId()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const form = button.current?.form
    const look = () => setHeld(findFormInput(button.current, field)?.value.trim() !== text)
    look()
    form?.addEventListener('input', look)
    return () => form?.removeEventListener('input', look)
  }, [field, text])
  return (
    <>
      {isHeld && (
        <span id={why} className={styles.held}>
          {reason}
        </span>
      )}
      <Button
        ref={button}
        type="submit"
        color="error"
        loading={loading}
        {...(isHeld && { 'aria-disabled': true, 'aria-describedby': why })}
        onClick={(event) => {
          if (!isHeld) return
          event.preventDefault()
          findFormInput(button.current, field)?.focus()
        }}
      >
        {children}
      </Button>
    </>
  )
}

function findFormInput(button: HTMLButtonElement | null, field: string): HTMLInputElement | null {
  const input = button?.form?.elements.namedItem(field)
  return input instanceof HTMLInputElement ? input : null
}
