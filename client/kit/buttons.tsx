import { Button, ButtonLink } from '../ui/Button.tsx'
import * as styles from '../ui/Button.css.ts'
import { getKeys } from './samples.ts'
import type { KitSection } from './samples.ts'

const buttonStates = { idle: {}, disabled: { disabled: true }, loading: { loading: true } }

/** Every size, variant, color, and state of a button: 72 samples. */
const buttonVariants = getKeys(styles.size).flatMap((size) =>
  getKeys(styles.variant).map((variant) => ({
    title: `Button, ${size} size, ${variant}`,
    layout: 'looks' as const,
    samples: getKeys(buttonStates).flatMap((state) =>
      getKeys(styles.color).map((color) => ({
        name: `Button ${size} ${variant} ${color} ${state}`,
        element: (
          <Button size={size} variant={variant} color={color} {...buttonStates[state]}>
            {color}
          </Button>
        ),
      })),
    ),
  })),
)

export const buttonSections: readonly KitSection[] = [
  ...buttonVariants,
  {
    title: 'Button link',
    samples: getKeys(styles.size).map((size) => ({
      name: `Button link ${size}`,
      element: (
        <ButtonLink to="/dashboard" size={size}>
          {size} link
        </ButtonLink>
      ),
    })),
  },
]
