import type { DocumentId } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { downloadOf, originalOf, pictureOf, previewOf, textOf } from '../files.ts'
import { acceptDocument, rejectDocument, reopenReview } from './decide-review.ts'
import * as service from './service.ts'
import * as store from './store.ts'

const theirs = ({ db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>, id: DocumentId) =>
  store.get(db, service.scopeOf({ db, actor }), id)

export const reviewsRoutes = (dependencies: service.Dependencies) =>
  routesOf(reviews, {
    list: (ctx, input) => service.listReviews(ctx, input, dependencies),
    ofClient: service.listOfClient,
    one: (ctx, input) => service.showReview(ctx, input, dependencies),
    accept: acceptDocument,
    reject: rejectDocument,
    reopen: reopenReview,
    file: async (ctx, { id }) => originalOf(ctx, await theirs(ctx, id)),
    download: multiStep(async (ctx, { id }) =>
      downloadOf(ctx, await theirs({ db: ctx.read, actor: ctx.actor }, id)),
    ),
    preview: async (ctx, { id, width }) => previewOf(ctx, await theirs(ctx, id), width),
    page: async (ctx, { id, page, width }) => pictureOf(ctx, await theirs(ctx, id), { page, width }),
    pageText: async (ctx, { id, page }) => textOf(ctx, await theirs(ctx, id), page),
  })
