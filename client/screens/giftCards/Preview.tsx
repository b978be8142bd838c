import { useEffect, useRef, useState } from 'react'
import { valuesFrom } from '#shared/engine/formValues.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { filled, paragraphs, variables } from '#shared/giftCards/templates.ts'
import { formatMinor, parseMinor } from '#shared/money.ts'
import { giftCardTemplates } from '#shared/resources/giftCardTemplates.ts'
import { templateWords as say } from './templateWords.ts'
import * as styles from './preview.css.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** What stands for the variables: what is known of the template, and samples. */
function samples(values: Partial<AnyRecord>) {
  const currency = text(values['currency']) || 'EUR'
  const [first] = Array.isArray(values['amounts']) ? values['amounts'].map(String) : []
  const least = values['amountKind'] === 'fixed' ? parseMinor(first ?? '', currency) : null
  const amount = least ?? Number(values['minAmount'] ?? 0)
  return {
    ...variables,
    ...(amount > 0 && { amount: `${currency} ${formatMinor(amount, currency)}` }),
    ...(text(values['sender']) && { sender: text(values['sender']) }),
  }
}

const Lines = ({ of }: { of: string }) =>
  paragraphs(of).map((one, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- Paragraphs have no other name.
    <p key={at}>{one}</p>
  ))

/** The mail and the page of a template with its variables filled; all that is filled in is text, and no markup. */
export function Look({ values }: { values: Partial<AnyRecord> }) {
  const known = samples(values)
  const fill = (name: string) => filled(text(values[name]), known)
  const logo = Reflect.get(Object(values['logo']), 'id') ?? values['logo']
  const [ground, ink] = ['backgroundColour', 'textColour'].map((name) => values[name])
  return (
    <div className={styles.both}>
      <section className={styles.sheet} aria-label={say.mail}>
        <h3 className={styles.name}>{say.mail}</h3>
        {values['delivery'] === 'link' ? (
          <p>{say.isLink}</p>
        ) : (
          <>
            <dl className={styles.heads}>
              <dt>{say.from}</dt>
              <dd>{known.sender}</dd>
              <dt>{say.subject}</dt>
              <dd>{fill('subject')}</dd>
            </dl>
            <div className={styles.words}>
              <Lines of={fill('body')} />
            </div>
          </>
        )}
      </section>
      <section className={styles.sheet} aria-label={say.page}>
        <h3 className={styles.name}>{say.page}</h3>
        <svg viewBox="0 0 320 72" className={styles.band} role="img">
          <title>{fill('headline') || known.sender}</title>
          <rect width="320" height="72" fill={isColour(ground) ? ground : '#E2E8F0'} />
          <text x="16" y="44" fontSize="19" fontWeight="600" fill={isColour(ink) ? ink : '#0F172A'}>
            {(fill('headline') || known.sender).slice(0, 32)}
          </text>
        </svg>
        <div className={styles.words}>
          {typeof logo === 'number' && (
            <img src={`/api/files/${logo}/thumbnail`} alt="" className={styles.logo} />
          )}
          <Lines of={fill('message')} />
          <p className={styles.amount}>{known.amount}</p>
          <p>{known.product}</p>
          <p>
            <code>{known.code}</code>
          </p>
          <p className={styles.soft}>{say.valid(known.expires)}</p>
        </div>
      </section>
    </div>
  )
}

/** The same of the form around it: it follows what is typed; without a script it shows what is saved. */
export function LivePreview({ saved }: { saved: Partial<AnyRecord> }) {
  const place = useRef<HTMLDetailsElement>(null)
  const [values, setValues] = useState(saved)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const read = () => setValues(valuesFrom(giftCardTemplates.fields, new FormData(form)))
    read()
    form.addEventListener('input', read)
    form.addEventListener('change', read)
    return () => {
      form.removeEventListener('input', read)
      form.removeEventListener('change', read)
    }
  }, [])
  return (
    <details ref={place} className={styles.live}>
      <summary>{say.preview}</summary>
      <p className={styles.soft}>{say.sample}</p>
      <Look values={values} />
    </details>
  )
}
