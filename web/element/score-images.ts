// The images of a benchmark, worst first, and the way from one to the next.

import { css, html, nothing, type TemplateResult } from 'lit';
import type { GroundingImage } from '../worker/api.js';
import { strings } from './strings.js';

/** So many are listed at first. */
const FIRST = 100;

export interface ImagesHost {
  readonly shown: string;
  /** Whether all are listed. */
  readonly all: boolean;
  show(image: string): void;
  showAll(): void;
}

export function renderImages(images: readonly GroundingImage[], host: ImagesHost): TemplateResult {
  const words = strings.score;
  const at = images.findIndex(({ id }) => id === host.shown);
  const listed = host.all ? images : images.slice(0, Math.max(FIRST, at + 1));
  const step = (to: number, title: string, name: string): TemplateResult => {
    const image = images[to];
    return html`<button class="button" data-testid=${`${name}-image`} ?disabled=${!image} @click=${() => image && host.show(image.id)}>${title}</button>`;
  };
  return html`
    <p class="steps">
      ${step(at - 1, words.previous, 'previous')} ${step(at + 1, words.next, 'next')}
      <span class="small muted" role="status">${words.image(host.shown, at + 1, images.length)}</span>
    </p>
    <div class="images" tabindex="0" role="region" aria-label=${words.images}>
      <table part="images">
        <caption>${words.images}</caption>
        <thead>
          <tr>${[words.imageName, words.tp, words.fp, words.fn, words.f1].map((title) => html`<th scope="col">${title}</th>`)}</tr>
        </thead>
        <tbody>
          ${listed.map(
            ({ id, figures }) => html`<tr class=${id === host.shown ? 'here' : ''}>
              <th scope="row"><button class="link" data-testid="score-image" aria-current=${id === host.shown ? 'true' : 'false'} @click=${() => host.show(id)}>${id}</button></th>
              <td>${figures.tp}</td><td>${figures.fp}</td><td>${figures.fn}</td><td>${strings.decimal(figures.f1, 2)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${listed.length < images.length
        ? html`<button class="button" data-testid="more-images" @click=${() => host.showAll()}>${words.moreImages(images.length - listed.length)}</button>`
        : nothing}
    </div>
  `;
}

export const imagesStyles = css`
  .steps {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-top: 12px;
    overflow-wrap: anywhere;
  }
  .images {
    max-height: 260px;
    overflow: auto;
  }
  .images caption {
    padding-bottom: 4px;
    text-align: start;
    font-size: 12px;
    font-weight: 600;
    color: var(--gs-muted);
  }
  .images .link {
    min-height: 24px;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .here {
    background: var(--gs-hover);
  }
  .here .link {
    font-weight: 600;
  }
`;
