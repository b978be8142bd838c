import sharp from 'sharp'
import type { SharpOptions } from 'sharp'
import { limits } from '#shared/limits.ts'
import { fileRejected } from './detectFileType.ts'
import { imageMessages } from './messages.ts'

// Images come one at a time and rarely repeat, so libvips' cache would only cost memory.
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

/**
 * Writes only an image's pixels to `to`, without metadata, and a small copy to `thumbnail`. Rejects
 * what isn't an image or is too large.
 */
export const rewriteImage = (
  from: string | Buffer,
  format: ImageFormat,
  to: string,
  thumbnail: string,
) =>
  runInTurn(async (): Promise<ImageSize> => {
    try {
      const isAnimated = format === 'gif' || format === 'webp'
      const image = sharp(from, { ...sharpOptions, pages: isAnimated ? -1 : 1 }).timeout({
        seconds: 30,
      })
      const metadata = await image.metadata()
      // The first bytes are of a supported type. No other format may reach its decoder.
      if (metadata.format !== format) throw fileRejected(imageMessages.damaged)
      if ((metadata.pages ?? 1) > limits.pictureFrames)
        throw fileRejected(imageMessages.tooManyFrames(limits.pictureFrames))
      const { width, height, pageHeight } = await image
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

/** Runs one at a time, since an open image takes some hundred MB. */
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => {})
  return turn
}
