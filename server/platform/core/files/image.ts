import sharp from 'sharp'
import type { SharpOptions } from 'sharp'
import { limits } from '#shared/limits.ts'
import { fileRejected } from './detectFileType.ts'
import { imageMessages } from './messages.ts'

// Pictures come one by one and are never the same: what libvips would keep for the next one is memory lost.
sharp.cache(false)
sharp.concurrency(1)

const sharpOptions: SharpOptions = {
  limitInputPixels: limits.picturePixels,
  failOn: 'error',
  sequentialRead: true,
}

export type ImageSize = { width: number; height: number }

export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif'

const outputOptions: Record<ImageFormat, { quality?: number }> = {
  png: {},
  jpeg: { quality: 90 },
  webp: { quality: 90 },
  gif: {},
}

/** Writes a picture anew at `to`, small at `thumbnail`: its pixels alone, nothing it told besides; what is none or too large is refused. */
export const rewriteImage = (
  from: string | Buffer,
  format: ImageFormat,
  to: string,
  thumbnail: string,
) =>
  runInTurn(async (): Promise<ImageSize> => {
    try {
      const isAnimated = format === 'gif' || format === 'webp'
      const picture = sharp(from, { ...sharpOptions, pages: isAnimated ? -1 : 1 }).timeout({
        seconds: 30,
      })
      const found = await picture.metadata()
      // By its first bytes it is one of ours: to a decoder of another format nothing is handed.
      if (found.format !== format) throw fileRejected(imageMessages.damaged)
      if ((found.pages ?? 1) > limits.pictureFrames)
        throw fileRejected(imageMessages.tooManyFrames(limits.pictureFrames))
      const { width, height, pageHeight } = await picture
        .autoOrient()
        .toFormat(format, outputOptions[format])
        .toFile(to)
      const side = limits.thumbnailSide
      await sharp(to, sharpOptions)
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(thumbnail)
      return { width, height: pageHeight ?? height }
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name === 'HttpError') throw cause
      throw fileRejected(
        /pixel limit/i.test(cause.message)
          ? imageMessages.tooManyPixels(limits.picturePixels / 1_000_000)
          : imageMessages.damaged,
      )
    }
  })

let lastTurn: Promise<unknown> = Promise.resolve()

/** A picture takes some hundred MB while it is open: one at a time. */
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => {})
  return turn
}
