import { style } from '@vanilla-extract/css'

export const area = style({ minWidth: 0, overflow: 'auto' })
