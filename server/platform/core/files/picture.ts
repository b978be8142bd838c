import sharp from 'sharp'
import type { SharpOptions } from 'sharp'
import { limits } from '#shared/limits.ts'
import { notTaken } from './recognise.ts'
import { imageMessages } from './messages.ts'

// Pictures come one by one and are never the same: what libvips would keep for the next one is memory lost.
sharp.cache(false)
sharp.concurrency(1)

const options: SharpOptions = {
  limitInputPixels: limits.picturePixels,
  failOn: 'error',
  sequentialRead: true,
}

export type Picture = { width: number; height: number }

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif'

const written: Record<PictureFormat, { quality?: number }> = {
  png: {},
  jpeg: { quality: 90 },
  webp: { quality: 90 },
  gif: {},
}

/** Writes a picture anew at `to`, small at `thumbnail`: its pixels alone, nothing it told besides; what is none or too large is refused. */
export const rewritePicture = (
  from: string | Buffer,
  format: PictureFormat,
  to: string,
  thumbnail: string,
) =>
  oneByOne(async (): Promise<Picture> => {
    try {
      const isAnimated = format === 'gif' || format === 'webp'
      const picture = sharp(from, { ...options, pages: isAnimated ? -1 : 1 }).timeout({
        seconds: 30,
      })
      const found = await picture.metadata()
      // By its first bytes it is one of ours: to a decoder of another format nothing is handed.
      if (found.format !== format) throw notTaken(imageMessages.damaged)
      if ((found.pages ?? 1) > limits.pictureFrames)
        throw notTaken(imageMessages.tooManyFrames(limits.pictureFrames))
      const { width, height, pageHeight } = await picture
        .autoOrient()
        .toFormat(format, written[format])
        .toFile(to)
      const side = limits.thumbnailSide
      await sharp(to, options)
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(thumbnail)
      return { width, height: pageHeight ?? height }
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name === 'Refusal') throw cause
      throw notTaken(
        /pixel limit/i.test(cause.message)
          ? imageMessages.tooManyPixels(limits.picturePixels / 1_000_000)
          : imageMessages.damaged,
      )
    }
  })

let last: Promise<unknown> = Promise.resolve()

/** A picture takes some hundred MB while it is open: one at a time. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}
