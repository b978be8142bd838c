import { useEffect, useRef, useState } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { frameParts, buildGiftCardFramePath } from '#shared/areas/giftCards/frames.ts'
import type { FramePart } from '#shared/areas/giftCards/frames.ts'
import { giftCardTemplateMessages } from './templateMessages.ts'
import * as styles from './GiftCardTemplatePreview.css.ts'

type PreviewValues = Partial<AnyRecord>
type TypedForm = { fields: [string, string][]; count: number }

const getLogoId = (logo: unknown) => Reflect.get(Object(logo), 'id') ?? logo

/**
 * Shows a template's email and page, each in a frame without scripts. The logo is above the page,
 * because the frame has an opaque origin and can't load it.
 */
export function GiftCardTemplatePreview({
  values,
  typed = null,
}: {
  values: PreviewValues
  typed?: TypedForm | null
}) {
  const logo = getLogoId(values['logo'])
  return (
    <div className={styles.both}>
      {frameParts.map((part) => (
        <section key={part} className={styles.sheet} aria-label={giftCardTemplateMessages[part]}>
          <h3 className={styles.name}>{giftCardTemplateMessages[part]}</h3>
          {part === 'page' && typeof logo === 'number' && (
            <img src={`/api/files/${logo}/thumbnail`} alt="" className={styles.logo} />
          )}
          {typed ? (
            <TypedFrame key={typed.count} part={part} fields={typed.fields} />
          ) : (
            values.id !== undefined && (
              <iframe
                className={styles.frame}
                title={giftCardTemplateMessages[part]}
                src={buildGiftCardFramePath(part, values.id)}
                sandbox=""
                tabIndex={0}
                loading="lazy"
              />
            )
          )}
        </section>
      ))}
    </div>
  )
}

/**
 * Posts the form into a frame created for it, since reusing one would add to the browser's history.
 */
function TypedFrame({ part, fields }: { part: FramePart; fields: TypedForm['fields'] }) {
  const name = `typed-${part}`
  useEffect(() => {
    const form = document.createElement('form')
    Object.assign(form, {
      method: 'post',
      action: buildGiftCardFramePath(part, 'new'),
      target: name,
    })
    form.append(
      ...fields.map(([input, value]) =>
        Object.assign(document.createElement('input'), { type: 'hidden', name: input, value }),
      ),
    )
    document.body.append(form)
    form.submit()
    form.remove()
  }, [part, name, fields])
  return (
    <iframe
      className={styles.frame}
      title={giftCardTemplateMessages[part]}
      name={name}
      sandbox=""
      tabIndex={0}
    />
  )
}

const previewDelayMs = 400

/**
 * Previews the form around it and follows what is typed. Without JavaScript, it shows what is
 * saved.
 */
export function LiveGiftCardTemplatePreview({ saved }: { saved: PreviewValues }) {
  const container = useRef<HTMLDetailsElement>(null)
  const [typed, setTyped] = useState<TypedForm | null>(null)
  useEffect(() => {
    const details = container.current
    const form = details?.closest('form')
    if (!form) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let count = 0
    const readForm = () => {
      if (!details?.open) return
      const fields = [...new FormData(form)].flatMap(([name, value]): TypedForm['fields'] =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      setTyped({ fields, count: ++count })
    }
    const scheduleRead = () => {
      clearTimeout(timer)
      timer = setTimeout(readForm, previewDelayMs)
    }
    const events = ['input', 'change'] as const
    for (const event of events) form.addEventListener(event, scheduleRead)
    details?.addEventListener('toggle', readForm)
    return () => {
      clearTimeout(timer)
      for (const event of events) form.removeEventListener(event, scheduleRead)
      details?.removeEventListener('toggle', readForm)
    }
  }, [])
  return (
    <details ref={container} className={styles.live}>
      <summary>{giftCardTemplateMessages.preview}</summary>
      <p className={styles.soft}>{giftCardTemplateMessages.sample}</p>
      <GiftCardTemplatePreview values={saved} typed={typed} />
    </details>
  )
}
