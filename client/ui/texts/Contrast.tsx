import { useEffect, useRef, useState } from 'react'
import { contrastOf, leastContrast } from '#shared/format/contrast.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { Status } from '../Status.tsx'
import { contrastMessages as say } from './contrastMessages.ts'
import * as styles from './Contrast.css.ts'

type Pair = { primary: string; text: string }

const isColour = (value: string) => value && !fieldError(stores.fields.primaryColour, value)

/** The store's two colours together, as typed in the form around it; an empty field shows what the store then inherits. */
export function Contrast({ inherited, ...saved }: Pair & { inherited: Pair }) {
  const [{ primary, text }, setTyped] = useState<Pair>(saved)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const read = () => {
      const typed = new FormData(form)
      const colour = (name: string) => String(typed.get(name) ?? '').trim()
      setTyped({
        primary: colour('primaryColour') || inherited.primary,
        text: colour('textColour') || inherited.text,
      })
    }
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [inherited.primary, inherited.text])

  return (
    <div ref={place} className={styles.contrast}>
      {isColour(primary) && isColour(text) ? (
        <Shown primary={primary} text={text} />
      ) : (
        <p className={styles.none}>{say.noColours}</p>
      )}
    </div>
  )
}

function Shown({ primary, text }: Pair) {
  const contrast = contrastOf(primary, text)
  const enough = contrast >= leastContrast
  // Rounded down, so that 4.499 is not shown as the 4.5 it does not reach.
  const ratio = (Math.floor(contrast * 100) / 100).toFixed(2)
  return (
    <>
      <svg viewBox="0 0 160 48" className={styles.example} aria-hidden="true">
        <rect width="160" height="48" rx="6" fill={primary} />
        <text x="80" y="30" textAnchor="middle" fontSize="16" fontWeight="600" fill={text}>
          {say.example}
        </text>
      </svg>
      <p role="status">
        <Status tone={enough ? 'good' : 'bad'}>
          <span className={styles.words}>
            {enough ? say.enough(ratio, leastContrast) : say.tooLittle(ratio, leastContrast)}
          </span>
        </Status>
      </p>
    </>
  )
}
