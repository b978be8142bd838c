import { useEffect, useRef, useState } from 'react'
import { calculateContrast, minContrast } from '#shared/format/contrast.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { Status } from '../Status.tsx'
import { contrastMessages } from './contrastMessages.ts'
import * as styles from './StoreColorContrast.css.ts'

type StoreColors = { primary: string; text: string }

const isValidColor = (value: string) => value && !validateField(stores.fields.primaryColour, value)

/**
 * Renders the store's two colors together, as typed in the surrounding form. An empty field shows
 * the inherited color.
 */
export function StoreColorContrast({
  inherited,
  ...saved
}: StoreColors & { inherited: StoreColors }) {
  const [{ primary, text }, setTyped] = useState<StoreColors>(saved)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = container.current?.closest('form')
    if (!form) return
    const read = () => {
      const typed = new FormData(form)
      const readColor = (name: string) => String(typed.get(name) ?? '').trim()
      setTyped({
        primary: readColor('primaryColour') || inherited.primary,
        text: readColor('textColour') || inherited.text,
      })
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [inherited.primary, inherited.text])

  return (
    <div ref={container} className={styles.contrast}>
      {isValidColor(primary) && isValidColor(text) ? (
        <ContrastResult primary={primary} text={text} />
      ) : (
        <p className={styles.none}>{contrastMessages.noColours}</p>
      )}
    </div>
  )
}

function ContrastResult({ primary, text }: StoreColors) {
  const contrast = calculateContrast(primary, text)
  const enough = contrast >= minContrast
  // Rounds down, so that 4.499 doesn't appear as 4.5, which it doesn't reach.
  const ratio = (Math.floor(contrast * 100) / 100).toFixed(2)
  return (
    <>
      <svg viewBox="0 0 160 48" className={styles.example} aria-hidden="true">
        <rect width="160" height="48" rx="6" fill={primary} />
        <text x="80" y="30" textAnchor="middle" fontSize="16" fontWeight="600" fill={text}>
          {contrastMessages.example}
        </text>
      </svg>
      <p role="status">
        <Status tone={enough ? 'good' : 'bad'}>
          <span className={styles.sentence}>
            {enough
              ? contrastMessages.enough(ratio)
              : contrastMessages.tooLittle(ratio, minContrast)}
          </span>
        </Status>
      </p>
    </>
  )
}
