package dev.faultbook.archive;

import org.springframework.data.repository.Repository;

interface FindingRows extends Repository<FindingRow, Long> {

  FindingRow save(FindingRow row);
}
