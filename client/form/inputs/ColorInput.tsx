import { useEffect, useRef } from 'react'
import { formMessages } from '#shared/engine/fields/formMessages.ts'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import type { TextInputProps } from '#client/ui/inputs/TextInput.tsx'
import * as styles from './inputs.css.ts'

const isHexColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/**
 * Renders a color as text, with the browser's picker before it, which shows the color or its
 * placeholder. Only the text is submitted.
 */
export function ColorInput({ defaultValue = '', ...input }: TextInputProps) {
  const { id, label, placeholder = '#RRGGBB' } = input
  return (
    <TextInput
      {...input}
      defaultValue={defaultValue}
      placeholder={placeholder}
      prefix={<ColorPicker of={id} label={label} initial={String(defaultValue || placeholder)} />}
    />
  )
}

function ColorPicker({
  of: inputId,
  label,
  initial,
}: {
  of: string
  label: string
  initial: string
}) {
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const text = document.getElementById(inputId)
    const element = picker.current
    if (!element || !(text instanceof HTMLInputElement)) return
    const show = () => {
      const typed = text.value.trim() || text.placeholder
      element.toggleAttribute('data-empty', !isHexColor(typed))
      if (isHexColor(typed)) element.value = typed.toLowerCase()
    }
    const pick = ({ type }: Event) => {
      text.value = element.value.toUpperCase()
      text.dispatchEvent(new Event(type, { bubbles: true }))
    }
    show()
    text.addEventListener('input', show)
    element.addEventListener('input', pick)
    element.addEventListener('change', pick)
    return () => {
      text.removeEventListener('input', show)
      element.removeEventListener('input', pick)
      element.removeEventListener('change', pick)
    }
  }, [inputId])
  return (
    <input
      ref={picker}
      type="color"
      className={styles.picker}
      defaultValue={isHexColor(initial) ? initial.toLowerCase() : '#ffffff'}
      data-empty={isHexColor(initial) ? undefined : ''}
      aria-label={formMessages.pick(label)}
    />
  )
}
