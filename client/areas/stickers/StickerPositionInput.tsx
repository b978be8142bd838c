import type { KeyboardEvent } from 'react'
import { stickerPositions, stickers } from '#shared/areas/stickers/stickers.ts'
import type { CustomInput } from '#client/form/RecordForm.tsx'
import { FieldNote } from '#client/ui/inputs/Field.tsx'
import * as field from '#client/ui/inputs/Field.css.ts'
import * as styles from './StickerPositionInput.css.ts'

const arrowSteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const gridSize = 3

/**
 * Moves the selection through the grid as shown and stops at its edges. By default, arrow keys
 * would go through the radio buttons in order.
 */
function moveSelection(event: KeyboardEvent<HTMLFieldSetElement>) {
  const { [event.key]: step } = arrowSteps
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
  const index = inputs.findIndex((place) => place === event.target)
  if (!step || index < 0) return
  event.preventDefault()
  const clampToGrid = (to: number) => Math.min(Math.max(to, 0), gridSize - 1)
  const [column, row] = [
    clampToGrid((index % gridSize) + step[0]),
    clampToGrid(Math.floor(index / gridSize) + step[1]),
  ]
  const { [row * gridSize + column]: next } = inputs
  next?.focus()
  if (!next?.checked) next?.click()
}

/** Selects a sticker's position: nine radio buttons, laid out as on the card. */
export function StickerPositionInput({ id, name, value, error }: CustomInput) {
  return (
    <fieldset
      id={id}
      className={styles.frame}
      data-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      onKeyDown={moveSelection}
    >
      <legend className={field.label}>{stickers.fields.position.label}</legend>
      <div className={styles.grid}>
        {Object.entries(stickerPositions).map(([position, label]) => (
          <input
            key={position}
            type="radio"
            name={name}
            value={position}
            className={styles.positionBox}
            aria-label={label}
            title={label}
            defaultChecked={position === value}
          />
        ))}
      </div>
      <FieldNote {...{ id, error }} />
    </fieldset>
  )
}
