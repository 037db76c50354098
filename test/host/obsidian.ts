/**
 * The module `obsidian` as plugins get it: what is modelled of it, and an error that says so for everything else.
 * https://docs.obsidian.md/Reference/TypeScript+API
 */
import { parse, stringify } from 'yaml';
import { App } from './app';
import { Component } from './component';
import { current } from './current';
import { debounce } from './debounce';
import { Events } from './events';
import { MetadataCache } from './metadata/cache';
import { getLinkpath, parseLinktext, stripHeading, stripHeadingForLink } from './metadata/links';
import { getFrontMatterInfo } from './metadata/parse';
import * as frontmatter from './metadata/frontmatter';
import { request, requestUrl } from './network';
import { Platform } from './platform';
import { Plugin } from './plugin';
import { SecretStorage } from './secrets';
import { strictModule } from './strict';
import * as components from './ui/components';
import { ConfirmationButton, ConfirmationModal } from './ui/confirmation';
import { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './ui/icons';
import { Keymap, Scope } from './ui/keymap';
import { MarkdownRenderChild, MarkdownRenderer } from './ui/markdown';
import { Menu, MenuItem, MenuSeparator } from './ui/menu';
import { Modal } from './ui/modal';
import { Notice } from './ui/notice';
import { prepareFuzzySearch, prepareSimpleSearch, renderMatches, renderResults, sortSearchResults } from './ui/search';
import { Setting, SettingGroup } from './ui/setting';
import { PluginSettingTab, SettingPage, SettingTab } from './ui/setting-tab';
import { AbstractInputSuggest, FuzzySuggestModal, PopoverSuggest, SuggestModal } from './ui/suggest';
import { displayTooltip, setTooltip } from './ui/tooltip';
import { CapacitorAdapter, FileSystemAdapter, normalizePath } from './vault/adapter';
import { FileManager } from './vault/file-manager';
import { TAbstractFile, TFile, TFolder } from './vault/files';
import { Vault } from './vault/vault';
import { Editor } from './views/editor';
import { EditableFileView, FileView } from './views/file-view';
import { ItemView } from './views/item-view';
import { editorInfoField, editorLivePreviewField } from './views/live-preview';
import { MarkdownView } from './views/markdown-view';
import { TextFileView } from './views/text-file-view';
import { View } from './views/view';
import {
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceItem,
  WorkspaceMobileDrawer,
  WorkspaceParent,
  WorkspaceRibbon,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  WorkspaceWindow,
} from './workspace/items';
import { WorkspaceLeaf } from './workspace/leaf';
import { Workspace } from './workspace/workspace';

/** The version whose declarations this stand-in follows. */
export const apiVersion = '1.13.1';

function requireApiVersion(version: string): boolean {
  const [have, want] = [apiVersion, version].map((each) => each.split('.').map(Number));
  for (const [at, number] of (want ?? []).entries()) {
    const own = have?.[at] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

const utilities = {
  apiVersion,
  requireApiVersion,
  // d.ts: "Get the ISO code for the currently configured app language. Defaults to 'en'."
  getLanguage: () => current().machine.language,
  parseYaml: (yaml: string): unknown => parse(yaml),
  stringifyYaml: (value: unknown): string => stringify(value),
  arrayBufferToBase64: (buffer: ArrayBuffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')),
  base64ToArrayBuffer: (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer,
  arrayBufferToHex: (buffer: ArrayBuffer) => Array.from(new Uint8Array(buffer), hexOf).join(''),
  hexToArrayBuffer: (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16)).buffer,
  getBlobArrayBuffer: (blob: Blob) => blob.arrayBuffer(),
  loadPdfJs: () => current().machine.pdfJs(),
};

/** Guess: d.ts declares no value for what only the app makes; a plugin that makes one gets an error. */
const exported = {
  ...utilities,
  ...components,
  ...frontmatter,
  AbstractInputSuggest,
  App,
  CapacitorAdapter,
  Component,
  ConfirmationButton,
  ConfirmationModal,
  EditableFileView,
  Editor,
  Events,
  FileManager,
  FileSystemAdapter,
  FileView,
  FuzzySuggestModal,
  ItemView,
  Keymap,
  MarkdownRenderChild,
  MarkdownRenderer,
  MarkdownView,
  Menu,
  MenuItem,
  MenuSeparator,
  MetadataCache,
  Modal,
  Notice,
  Platform,
  Plugin,
  PluginSettingTab,
  PopoverSuggest,
  Scope,
  SecretStorage,
  Setting,
  SettingGroup,
  SettingPage,
  SettingTab,
  SuggestModal,
  TAbstractFile,
  TFile,
  TFolder,
  TextFileView,
  Vault,
  View,
  Workspace,
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceItem,
  WorkspaceLeaf,
  WorkspaceMobileDrawer,
  WorkspaceParent,
  WorkspaceRibbon,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  WorkspaceWindow,
  addIcon,
  debounce,
  displayTooltip,
  editorInfoField,
  editorLivePreviewField,
  getFrontMatterInfo,
  getIcon,
  getIconIds,
  getLinkpath,
  normalizePath,
  parseLinktext,
  prepareFuzzySearch,
  prepareSimpleSearch,
  removeIcon,
  renderMatches,
  renderResults,
  request,
  requestUrl,
  setIcon,
  setTooltip,
  sortSearchResults,
  stripHeading,
  stripHeadingForLink,
};

/** What `require('obsidian')` gives. */
export const obsidian = strictModule('obsidian', exported);
