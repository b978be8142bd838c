import { heightOf, Sticker, widthOf } from './Chip.tsx'
import type { Look } from './Chip.tsx'
import type { Contender, Place } from './winners.ts'
import { stickerWords as say } from './words.ts'
import * as styles from './stickers.css.ts'

export type Shown = Contender & Look

const [cardWidth, pictureHeight, edge] = [220, 180, 12]

/** From which of three sides a place is reckoned, across and down. */
const sides: Record<Place, readonly [across: -1 | 0 | 1, down: -1 | 0 | 1]> = {
  top_left: [-1, -1],
  top: [0, -1],
  top_right: [1, -1],
  left: [-1, 0],
  centre: [0, 0],
  right: [1, 0],
  bottom_left: [-1, 1],
  bottom: [0, 1],
  bottom_right: [1, 1],
}

const along = (side: -1 | 0 | 1, whole: number, own: number) =>
  side === -1 ? edge : side === 1 ? whole - own - edge : (whole - own) / 2

/** A card of a product with the stickers that stand on it. */
export function Card({ stickers }: { stickers: readonly Shown[] }) {
  return (
    <svg viewBox={`0 0 ${cardWidth} 236`} className={styles.card} role="img">
      <title>{say.preview}</title>
      <rect width={cardWidth} height={pictureHeight} fill="#F1F5F9" />
      <path
        d="M78 66 98 54q12 12 24 0l20 12-10 20-8-5v47H96V81l-8 5z"
        fill="#CBD5E1"
        aria-hidden="true"
      />
      <text x={edge} y="204" fontSize="13" fontWeight="600" fill="#0F172A">
        {say.product}
      </text>
      <text x={edge} y="224" fontSize="12" fill="#475569">
        {say.price}
      </text>
      {stickers.map((sticker) => {
        const [across, down] = sides[sticker.position]
        return (
          <Sticker
            key={sticker.id}
            look={sticker}
            x={along(across, cardWidth, widthOf(sticker))}
            y={along(down, pictureHeight, heightOf(sticker))}
          />
        )
      })}
    </svg>
  )
}
