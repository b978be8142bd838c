import type { AnyRecord } from '#shared/engine/resource.ts'
import * as styles from './stickers.css.ts'

export type StickerLook = {
  text: string
  textColour: string
  backgroundColour: string
  alt: string
  imageUrl: string | null
}

const isHexColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Returns the look of a record or of a form's values. An invalid color falls back to the default.
 */
export const toStickerLook = (values: Partial<AnyRecord>): StickerLook => {
  const { text, textColour, backgroundColour, image } = values
  const id = typeof image === 'number' ? image : getImageId(image)
  return {
    text: toText(text),
    alt: toText(values['alt']),
    textColour: isHexColor(textColour) ? textColour : '#0F172A',
    backgroundColour: isHexColor(backgroundColour) ? backgroundColour : '#E2E8F0',
    imageUrl: id === null ? null : `/api/files/${id}/thumbnail`,
  }
}

const getImageId = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
    ? value.id
    : null

/** Returns the approximate width of letters of 11 px. A sticker never gets wider than its card. */
export const getStickerWidth = ({ text, imageUrl }: StickerLook) =>
  imageUrl ? 48 : Math.min(196, Math.max(28, text.length * 7 + 16))

export const getStickerHeight = ({ imageUrl }: StickerLook) => (imageUrl ? 48 : 22)

/** Renders a sticker alone, as in lists. */
export function StickerChip({ look }: { look: StickerLook }) {
  const [width, height] = [getStickerWidth(look), getStickerHeight(look)]
  return (
    <svg
      className={styles.chip}
      width={look.imageUrl ? 22 : width}
      height="22"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
    >
      <title>{look.text || look.alt}</title>
      <Sticker look={look} x={0} y={0} />
    </svg>
  )
}

/** Renders a sticker with its top left corner at this point. */
export function Sticker({ look, x, y }: { look: StickerLook; x: number; y: number }) {
  const { text, textColour, backgroundColour, imageUrl } = look
  const [width, height] = [getStickerWidth(look), getStickerHeight(look)]
  if (imageUrl) return <image href={imageUrl} x={x} y={y} width={width} height={height} />
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="4" fill={backgroundColour} />
      <text
        x={x + width / 2}
        y={y + 15}
        textAnchor="middle"
        fontSize="11"
        fontWeight="600"
        fill={textColour}
      >
        {text}
      </text>
    </>
  )
}
