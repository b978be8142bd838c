import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { calculateContrast, minContrast } from '#shared/format/contrast.ts'
import { toReferenceIds } from '#shared/engine/fields/references.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { stickerPositions, stickers } from '#shared/areas/stickers/stickers.ts'
import { Status } from '#client/frame/index.ts'
import { ProductCard } from './ProductCard.tsx'
import { toStickerLook } from './StickerChip.tsx'
import type { PreviewSticker } from './ProductCard.tsx'
import { canShareCard, hasNarrowerTargets, assignStickerPositions } from './stickerPlacement.ts'
import type { StickerPosition, PlacementResult } from './stickerPlacement.ts'
import { stickersMessages } from './messages.ts'
import * as styles from './stickers.css.ts'

const toIds = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []

const isStickerPosition = (value: unknown): value is StickerPosition =>
  typeof value === 'string' && Object.hasOwn(stickerPositions, value)

/** Returns a record or a form's values as a sticker to place on cards. */
function toPreviewSticker(values: Partial<AnyRecord>, id = values.id ?? 0): PreviewSticker {
  const { name, position, priority, exclusive } = values
  return {
    ...toStickerLook(values),
    id,
    name: String(name ?? '') || stickersMessages.this,
    position: isStickerPosition(position) ? position : 'top_left',
    priority: Number(priority) || 0,
    exclusive: exclusive === true,
    storeIds: toIds(values['storeIds']),
    groupIds: toIds(values['groupIds']),
    categoryIds: toIds(values['categoryIds']),
    catalogIds: toIds(values['catalogIds']),
  }
}

/**
 * Shows the form's sticker on a card, and how it competes with stickers on the same cards. Without
 * JavaScript, shows it as saved.
 */
export function StickerPreview({ saved, live }: { saved: Partial<AnyRecord>; live: AnyRecord[] }) {
  const container = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(saved)
  const id = saved.id ?? 0
  useEffect(() => {
    const form = container.current?.closest('form')
    if (!form) return
    // The form of a saved sticker doesn't send its stores.
    const readForm = () =>
      setValues((previous) => ({
        ...previous,
        ...toReferenceIds(parseFormData(stickers.fields, new FormData(form))),
      }))
    readForm()
    form.addEventListener('input', readForm)
    form.addEventListener('change', readForm)
    return () => {
      form.removeEventListener('input', readForm)
      form.removeEventListener('change', readForm)
    }
  }, [])
  const own = toPreviewSticker(values, id)
  const others = live.filter((one) => one.id !== id).map((one) => toPreviewSticker(one))
  const competing = others.filter((other) => canShareCard(own, other))
  const narrower = competing.filter((other) => hasNarrowerTargets(other, own))
  const usualStickers = competing.filter((other) => !narrower.includes(other))
  return (
    <div ref={container} className={styles.preview}>
      <PreviewScene
        title={stickersMessages.who}
        ranked={assignStickerPositions([own, ...usualStickers])}
      >
        {!own.imageUrl && <ContrastNote one={own.textColour} other={own.backgroundColour} />}
      </PreviewScene>
      {narrower.length > 0 && (
        // Collapsed, so that the form stays near the top.
        <details className={styles.combined}>
          <summary>{stickersMessages.further(narrower.map(({ name }) => name))}</summary>
          <div className={styles.scene}>
            <PreviewScene ranked={assignStickerPositions([own, ...competing])} />
          </div>
        </details>
      )}
    </div>
  )
}

function PreviewScene(props: {
  title?: string
  ranked: PlacementResult<PreviewSticker>[]
  children?: ReactNode
}) {
  const { title, ranked } = props
  const placed = ranked.flatMap(({ sticker, loss }) => (loss ? [] : [sticker]))
  return (
    <>
      <ProductCard stickers={placed.filter(({ text, imageUrl: picture }) => text || picture)} />
      <div className={styles.ranking}>
        {title && <h3>{title}</h3>}
        {ranked.length === 1 && <p>{stickersMessages.alone}</p>}
        <ol>
          {ranked.map(({ sticker, loss }) => (
            <li key={sticker.id} className={loss ? styles.hiddenSticker : undefined}>
              {loss
                ? stickersMessages.loses(sticker.name, loss.to.name, loss.by)
                : stickersMessages.stands(sticker.name, stickerPositions[sticker.position])}
            </li>
          ))}
        </ol>
        {props.children}
      </div>
    </>
  )
}

function ContrastNote({ one, other }: { one: string; other: string }) {
  const contrast = calculateContrast(one, other)
  const isEnough = contrast >= minContrast
  // Rounds down, so that 4.499 isn't shown as 4.5, which it doesn't reach.
  const ratio = (Math.floor(contrast * 100) / 100).toFixed(2)
  return (
    <p role="status">
      <Status tone={isEnough ? 'good' : 'bad'}>
        <span className={styles.wrappingText}>{stickersMessages.contrast(ratio, isEnough)}</span>
      </Status>
    </p>
  )
}
