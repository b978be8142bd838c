import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Contender, Place } from './winners.ts'
import { stickerWords as say } from './words.ts'
import * as styles from './stickers.css.ts'

/** How a sticker looks. */
export type Look = {
  text: string
  textColour: string
  backgroundColour: string
  alt: string
  /** The address of its picture. */
  picture: string | null
}
export type Shown = Contender & Look

const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A record, or the values of its form, as it looks; what is no colour yet is none. */
export const lookOf = (values: Partial<AnyRecord>): Look => {
  const { text, textColour, backgroundColour, image } = values
  const id = typeof image === 'number' ? image : idOf(image)
  return {
    text: textOf(text),
    alt: textOf(values['alt']),
    textColour: isColour(textColour) ? textColour : '#0F172A',
    backgroundColour: isColour(backgroundColour) ? backgroundColour : '#E2E8F0',
    picture: id === null ? null : `/api/files/${id}/thumbnail`,
  }
}

const idOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
    ? value.id
    : null

/** What letters of 11 px take, about; a sticker never grows past its card. */
const widthOf = ({ text, picture }: Look) =>
  picture ? 48 : Math.min(196, Math.max(28, text.length * 7 + 16))

const heightOf = ({ picture }: Look) => (picture ? 48 : 22)

/** A sticker by itself, as lists show it. */
export function Chip({ look }: { look: Look }) {
  const [width, height] = [widthOf(look), heightOf(look)]
  return (
    <svg
      className={styles.chip}
      width={look.picture ? 22 : width}
      height="22"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
    >
      <title>{look.text || look.alt || say.picture}</title>
      <Sticker look={look} x={0} y={0} />
    </svg>
  )
}

function Sticker({ look, x, y }: { look: Look; x: number; y: number }) {
  const { text, textColour, backgroundColour, picture } = look
  const [width, height] = [widthOf(look), heightOf(look)]
  if (picture) return <image href={picture} x={x} y={y} width={width} height={height} />
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
