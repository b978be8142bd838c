import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { findFirstFailure } from './rules.ts'
import type { Rules } from './rules.ts'
import { runAfterPointerUp, watchPointer } from '../focus/runAfterPointerUp.ts'
import { isUserBlur, startUserBlurDetection } from '../focus/userBlur.ts'

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Checks a control by its rules on blur and on change, not on input (spec.md section 5). Returns
 * the first failure.
 */
export function useRules<C extends FormControl>(
  label: string,
  rules: Rules | undefined,
): { ref: RefObject<C | null>; error: string | undefined } {
  const ref = useRef<C>(null)
  const [error, setError] = useState<string>()
  const check = useEffectEvent(() => {
    if (rules && ref.current) setError(findFirstFailure(label, rules, getControlValue(ref.current)))
  })
  const hasRules = rules !== undefined
  useEffect(() => {
    const control = ref.current
    if (!control || !hasRules) return
    watchPointer()
    startUserBlurDetection()
    const listener = () => runAfterPointerUp(() => check())
    const onBlur = () => isUserBlur(control) && listener()
    control.addEventListener('change', listener)
    control.addEventListener('blur', onBlur)
    return () => {
      control.removeEventListener('change', listener)
      control.removeEventListener('blur', onBlur)
    }
  }, [hasRules])
  return { ref, error }
}

/** Returns no value for an unchecked box, so that `required` means it must be checked. */
const getControlValue = (control: FormControl): string =>
  control instanceof HTMLInputElement && control.type === 'checkbox' && !control.checked
    ? ''
    : control.value
