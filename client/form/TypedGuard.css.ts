import { style } from '@vanilla-extract/css'

/** Hears what happens in it and has no box of its own. */
export const around = style({ display: 'contents' })
