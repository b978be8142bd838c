import { Button, ButtonLink } from '../ui/Button.tsx'
import * as styles from '../ui/Button.css.ts'
import { keysOf } from './samples.ts'
import type { Section } from './samples.ts'

const states = { idle: {}, disabled: { disabled: true }, loading: { loading: true } }

/** Every size, variant, colour and state of a button: 72 of them. */
const looks = keysOf(styles.size).flatMap((size) =>
  keysOf(styles.variant).map((variant) => ({
    title: `Button, ${size} size, ${variant}`,
    layout: 'looks' as const,
    samples: keysOf(states).flatMap((state) =>
      keysOf(styles.color).map((color) => ({
        name: `Button ${size} ${variant} ${color} ${state}`,
        element: (
          <Button size={size} variant={variant} color={color} {...states[state]}>
            {color}
          </Button>
        ),
      })),
    ),
  })),
)

export const buttons: readonly Section[] = [
  ...looks,
  {
    title: 'Button link',
    samples: keysOf(styles.size).map((size) => ({
      name: `Button link ${size}`,
      element: (
        <ButtonLink to="/dashboard" size={size}>
          {size} link
        </ButtonLink>
      ),
    })),
  },
]
