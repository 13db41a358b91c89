package dev.faultbook.store;

import org.springframework.data.repository.Repository;

interface FindingRows extends Repository<FindingRow, Long> {

  FindingRow save(FindingRow row);
}
