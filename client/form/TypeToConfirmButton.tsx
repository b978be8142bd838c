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
export function TypeToConfirmButton({ field, text, reason, loading, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const reasonId = useId()
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    const form = button.current?.form
    const compare = () => setBlocked(findFormInput(button.current, field)?.value.trim() !== text)
    compare()
    form?.addEventListener('input', compare)
    return () => form?.removeEventListener('input', compare)
  }, [field, text])
  return (
    <>
      {isBlocked && (
        <span id={reasonId} className={styles.note}>
          {reason}
        </span>
      )}
      <Button
        ref={button}
        type="submit"
        color="error"
        loading={loading}
        {...(isBlocked && { 'aria-disabled': true, 'aria-describedby': reasonId })}
        onClick={(event) => {
          if (!isBlocked) return
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
