import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { contrastOf, leastContrast } from '#shared/format/contrast.ts'
import { withIds } from '#shared/engine/fields/references.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { stickerPositions, stickers } from '#shared/areas/stickers/stickers.ts'
import { Status } from '#client/ui/Status.tsx'
import { Card } from './Card.tsx'
import { lookOf } from './Chip.tsx'
import type { Shown } from './Card.tsx'
import { canMeet, isNarrower, standings } from './winners.ts'
import type { Place, Standing } from './winners.ts'
import { stickerWords as say } from './words.ts'
import * as styles from './stickers.css.ts'

const ids = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []

const isPlace = (value: unknown): value is Place =>
  typeof value === 'string' && Object.hasOwn(stickerPositions, value)

/** A record, or what its form holds by now, as one that wants a place on cards. */
export function shownFrom(values: Partial<AnyRecord>, id = values.id ?? 0): Shown {
  const { name, position, priority, exclusive } = values
  return {
    ...lookOf(values),
    id,
    name: String(name ?? '') || say.this,
    position: isPlace(position) ? position : 'top_left',
    priority: Number(priority) || 0,
    exclusive: exclusive === true,
    storeIds: ids(values['storeIds']),
    groupIds: ids(values['groupIds']),
    categoryIds: ids(values['categoryIds']),
    catalogIds: ids(values['catalogIds']),
  }
}

/** How the form's sticker looks on a card, and who of those it can meet stands where; without a script as saved. */
export function Preview({ saved, live }: { saved: Partial<AnyRecord>; live: AnyRecord[] }) {
  const place = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(saved)
  const id = saved.id ?? 0
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    // The form of a saved sticker doesn't send its stores.
    const read = () =>
      setValues((before) => ({
        ...before,
        ...withIds(valuesFrom(stickers.fields, new FormData(form))),
      }))
    read()
    form.addEventListener('input', read)
    form.addEventListener('change', read)
    return () => {
      form.removeEventListener('input', read)
      form.removeEventListener('change', read)
    }
  }, [])
  const own = shownFrom(values, id)
  const others = live.filter((one) => one.id !== id).map((one) => shownFrom(one))
  const met = others.filter((other) => canMeet(own, other))
  const further = met.filter((other) => isNarrower(other, own))
  const usual = met.filter((other) => !further.includes(other))
  return (
    <div ref={place} className={styles.preview}>
      <Scene title={say.who} ranked={standings([own, ...usual])}>
        {!own.picture && <Readable one={own.textColour} other={own.backgroundColour} />}
      </Scene>
      {further.length > 0 && (
        // Closed: the form begins where one looks for it.
        <details className={styles.further}>
          <summary>{say.further(further.map(({ name }) => name))}</summary>
          <div className={styles.scene}>
            <Scene ranked={standings([own, ...met])} />
          </div>
        </details>
      )}
    </div>
  )
}

function Scene(props: { title?: string; ranked: Standing<Shown>[]; children?: ReactNode }) {
  const { title, ranked } = props
  const standing = ranked.flatMap(({ sticker, lost }) => (lost ? [] : [sticker]))
  return (
    <>
      <Card stickers={standing.filter(({ text, picture }) => text || picture)} />
      <div className={styles.told}>
        {title && <h3>{title}</h3>}
        {ranked.length === 1 && <p>{say.alone}</p>}
        <ol>
          {ranked.map(({ sticker, lost }) => (
            <li key={sticker.id} className={lost ? styles.lost : undefined}>
              {lost
                ? say.loses(sticker.name, lost.to.name, lost.by)
                : say.stands(sticker.name, stickerPositions[sticker.position])}
            </li>
          ))}
        </ol>
        {props.children}
      </div>
    </>
  )
}

function Readable({ one, other }: { one: string; other: string }) {
  const contrast = contrastOf(one, other)
  const isEnough = contrast >= leastContrast
  // Rounded down, so that 4.499 is not shown as the 4.5 it does not reach.
  const ratio = (Math.floor(contrast * 100) / 100).toFixed(2)
  return (
    <p role="status">
      <Status tone={isEnough ? 'good' : 'bad'}>
        <span className={styles.words}>{say.contrast(ratio, isEnough)}</span>
      </Status>
    </p>
  )
}
