import type { AnyRecord } from '#shared/engine/resource.ts'
import * as styles from './stickers.css.ts'

export type Look = {
  text: string
  textColour: string
  backgroundColour: string
  alt: string
  picture: string | null
}

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
export const widthOf = ({ text, picture }: Look) =>
  picture ? 48 : Math.min(196, Math.max(28, text.length * 7 + 16))

export const heightOf = ({ picture }: Look) => (picture ? 48 : 22)

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
      <title>{look.text || look.alt}</title>
      <Sticker look={look} x={0} y={0} />
    </svg>
  )
}

/** A sticker with its upper left corner at this place. */
export function Sticker({ look, x, y }: { look: Look; x: number; y: number }) {
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
