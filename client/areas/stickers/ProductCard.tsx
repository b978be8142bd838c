import { getStickerHeight, Sticker, getStickerWidth } from './StickerChip.tsx'
import type { StickerLook } from './StickerChip.tsx'
import type { StickerPlacement, StickerPosition } from './stickerPlacement.ts'
import { stickersMessages } from './messages.ts'
import * as styles from './stickers.css.ts'

export type PreviewSticker = StickerPlacement & StickerLook

const [cardWidth, imageHeight, stickerMargin] = [220, 180, 12]

/** The side of the card that a position is measured from, across and down. */
const positionAxes: Record<StickerPosition, readonly [across: -1 | 0 | 1, down: -1 | 0 | 1]> = {
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

const alignSticker = (side: -1 | 0 | 1, size: number, stickerSize: number) =>
  side === -1
    ? stickerMargin
    : side === 1
      ? size - stickerSize - stickerMargin
      : (size - stickerSize) / 2

/** Renders a product card with its stickers. */
export function ProductCard({ stickers }: { stickers: readonly PreviewSticker[] }) {
  return (
    <svg viewBox={`0 0 ${cardWidth} 236`} className={styles.card} role="img">
      <title>{stickersMessages.preview}</title>
      <rect width={cardWidth} height={imageHeight} fill="#F1F5F9" />
      <path
        d="M78 66 98 54q12 12 24 0l20 12-10 20-8-5v47H96V81l-8 5z"
        fill="#CBD5E1"
        aria-hidden="true"
      />
      <text x={stickerMargin} y="204" fontSize="13" fontWeight="600" fill="#0F172A">
        {stickersMessages.product}
      </text>
      <text x={stickerMargin} y="224" fontSize="12" fill="#475569">
        {stickersMessages.price}
      </text>
      {stickers.map((sticker) => {
        const [across, down] = positionAxes[sticker.position]
        return (
          <Sticker
            key={sticker.id}
            look={sticker}
            x={alignSticker(across, cardWidth, getStickerWidth(sticker))}
            y={alignSticker(down, imageHeight, getStickerHeight(sticker))}
          />
        )
      })}
    </svg>
  )
}
